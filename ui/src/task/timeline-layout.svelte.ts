// The timeline as a line or as a list.
import { remember, remembered } from "../app/storage";

export const TIMELINE_LAYOUTS = ["line", "list"] as const;
export type TimelineLayout = (typeof TIMELINE_LAYOUTS)[number];

const KEY = "timeline-layout";

class TimelineLayoutChoice {
  choice = $state<TimelineLayout>(remembered(KEY, TIMELINE_LAYOUTS));

  choose(choice: TimelineLayout): void {
    this.choice = choice;
    remember(KEY, choice);
  }

  toggle(): void {
    this.choose(this.choice === "line" ? "list" : "line");
  }
}

export const timelineLayout = new TimelineLayoutChoice();
