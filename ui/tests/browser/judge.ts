// Judges what a page looks like: what sticks out or is cut, and what axe complains of. Keeps a screenshot of it.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const OUTPUT = join(import.meta.dirname, "../../test-output");

/** Returns what sticks out of the window or is cut without an ellipsis. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${[...element.classList].join(".")} "${element.textContent?.trim().slice(0, 40) ?? ""}"`;
    const scrolled = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (overflowX === "auto" || overflowX === "scroll")
          return at.scrollWidth > at.clientWidth && at.matches(".line, [role=grid]");
      }
      return false;
    };
    // Text that ends in an ellipsis goes on behind it.
    const shortened = (element: Element) => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).textOverflow === "ellipsis") return true;
      }
      return false;
    };
    if (document.documentElement.scrollWidth > window.innerWidth) found.push("the page scrolls sideways");
    for (const element of document.querySelectorAll("body *")) {
      if (
        shortened(element) ||
        element.closest("svg, .sr-only, option, optgroup") ||
        element.matches(".sr-only *")
      )
        continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      if ((box.right > window.innerWidth + 0.5 || box.left < -0.5) && !scrolled(element))
        found.push(`outside: ${name(element)}`);
      const style = getComputedStyle(element);
      const hides = style.overflowX === "hidden" || style.overflowX === "clip";
      if (hides && element.scrollWidth > element.clientWidth + 1 && style.textOverflow !== "ellipsis") {
        const inner = [...element.children].some(
          (child) => getComputedStyle(child).textOverflow === "ellipsis",
        );
        if (!inner && element.closest(".list, .timeline") === null) found.push(`cut: ${name(element)}`);
      }
      // Areas that only scroll up and down must not be wider than they are.
      if (
        style.overflowY === "auto" &&
        style.overflowX === "auto" &&
        !element.matches("[role=grid]") &&
        element.scrollWidth > element.clientWidth + 1
      ) {
        found.push(`scrolls sideways: ${name(element)}`);
      }
    }
    return [...new Set(found)];
  });
}

interface AxeResult {
  violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
}

/** Returns what axe finds, one line each. */
async function axe(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const result = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<AxeResult> } }).axe.run(),
  );
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary?.split("\n")[1] ?? ""}`),
  );
}

/** Keeps a screenshot and returns what is wrong with the page, one line each; `thorough` asks axe too. */
export async function judge(page: Page, name: string, look: string, thorough: boolean): Promise<string[]> {
  mkdirSync(OUTPUT, { recursive: true });
  await page.screenshot({ path: join(OUTPUT, `${name}-${look}.png`) });
  const found = [...(await misfits(page)), ...(thorough ? await axe(page) : [])];
  return found.map((line) => `${name}: ${line}`);
}
