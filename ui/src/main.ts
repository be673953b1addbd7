// Starts the window.
import { mount } from "svelte";
import "./app/tokens.css";
import "./app/base.css";
import "./app/menu.css";
import { language } from "./app/language.svelte";
import { theme } from "./app/theme.svelte";
import App from "./app/App.svelte";

async function start(): Promise<void> {
  if (import.meta.env.MODE === "mock") await import("./mock/install");
  theme.apply();
  language.apply();
  const target = document.getElementById("app");
  if (target) mount(App, { target });
}

void start();
