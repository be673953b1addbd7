import { beforeEach, describe, expect, it } from "vitest";
import { backupFile, backupNamed } from "../../src/backups/backup-file";
import { backupFlow } from "../../src/backups/backup-flow.svelte";
import { eraseFlow } from "../../src/erasing/erase-flow.svelte";
import type { BackupPlan, Source } from "../../src/lib/wire";
import { lostByErasing } from "../../src/lost/lost-words";
import { core, refusal } from "./core";
import { erasePlan, lost, place, proof } from "./plans";

beforeEach(() => {
  eraseFlow.close();
  backupFlow.close();
});

describe("erasing leftovers", () => {
  it("needs the typed words, and shows what is left", async () => {
    const left = proof([place("log", "remains", { code: "log-held", found: 3 })]);
    const heard = core({ plan_erase: () => erasePlan(), erase: () => ({ ok: true, proof: left }) });
    await eraseFlow.begin("s");
    eraseFlow.typed = "erase";
    await eraseFlow.confirm();
    expect(heard.map((call) => call.name)).toEqual(["plan_erase"]);
    eraseFlow.typed = "erase leftovers";
    await eraseFlow.confirm();
    expect(heard.at(-1)).toEqual({
      name: "erase",
      request: { source: "s", confirmation: "erase leftovers" },
    });
    expect(eraseFlow.stage).toBe("done");
    expect(eraseFlow.done?.proof).toEqual(left);
  });

  it("keeps the dialog open when it fails, and counts again", async () => {
    let fails = true;
    core({
      plan_erase: () => erasePlan(),
      erase: () => {
        if (fails) throw refusal("busy");
        return { ok: true, proof: proof() };
      },
    });
    await eraseFlow.begin("s");
    eraseFlow.typed = "erase leftovers";
    await eraseFlow.confirm();
    expect(eraseFlow.stage).toBe("plan");
    expect(eraseFlow.error?.code).toBe("busy");
    expect(eraseFlow.ready).toBe(false);
    fails = false;
    await eraseFlow.ask();
    expect(eraseFlow.typed).toBe("");
    eraseFlow.typed = "erase leftovers";
    await eraseFlow.confirm();
    expect(eraseFlow.stage).toBe("done");
  });

  it("exports one of the revisions that would be gone by its name", async () => {
    const heard = core({ plan_erase: () => erasePlan(), export_body: () => null });
    await eraseFlow.begin("s");
    const [entry] = lost([{ revision: 2, digest: "sha256:ee" }]).entries;
    if (entry) await eraseFlow.exportOne(entry);
    expect(heard.at(-1)?.request).toEqual({
      source: "s",
      taskCorrelation: "hmac-sha256:00",
      epoch: 1,
      revision: 2,
      digest: "sha256:ee",
    });
  });

  it("counts what goes", () => {
    expect(lostByErasing(lost([{}, {}]))).toBe("2 older revisions of 1 task go");
    expect(lostByErasing(lost([{}]))).toBe("1 older revision goes");
  });
});

describe("deleting a backup file", () => {
  const plan: BackupPlan = {
    dryRun: true,
    file: "backups/b.sqlite3",
    bytes: 9,
    tasks: null,
    bodies: null,
    otherNames: 1,
    confirmation: "delete backup",
  };

  it("asks for the plan without words, then deletes with them", async () => {
    const heard = core({
      plan_delete_backup: () => plan,
      delete_backup: () => ({ ok: true, file: plan.file, overwritten: false }),
    });
    await backupFlow.begin({ source: "s", file: plan.file });
    backupFlow.typed = "delete backup";
    await backupFlow.confirm();
    expect(heard).toEqual([
      { name: "plan_delete_backup", request: { source: "s", file: plan.file, confirmation: "" } },
      { name: "delete_backup", request: { source: "s", file: plan.file, confirmation: "delete backup" } },
    ]);
    expect(backupFlow.done?.overwritten).toBe(false);
  });

  it("looks again when the file is another than the one that was shown", async () => {
    let plans = 0;
    core({
      plan_delete_backup: () => ({ ...plan, bytes: (plans += 1) }),
      delete_backup: () => {
        throw refusal("changed-since-read");
      },
    });
    await backupFlow.begin({ source: "s", file: plan.file });
    backupFlow.typed = "delete backup";
    await backupFlow.confirm();
    expect(backupFlow.stage).toBe("plan");
    expect(backupFlow.error?.code).toBe("changed-since-read");
    await backupFlow.ask();
    expect(backupFlow.plan?.bytes).toBe(2);
    expect(backupFlow.error).toBeNull();
  });

  it("names a backup by its folder and file, on every system", () => {
    expect(backupFile({ path: "/home/a b/backups/continuity 1.sqlite3" })).toBe(
      "backups/continuity 1.sqlite3",
    );
    expect(backupFile({ path: "C:\\state\\backups\\c.sqlite3" })).toBe("backups\\c.sqlite3");
    expect(backupFile({ path: "backups/c.sqlite3" })).toBe("backups/c.sqlite3");
  });

  it("finds the backup of this store that can be opened, and no other", () => {
    const source = (id: string, backupOf: string, error: Source["error"] = null) =>
      ({ id, backupOf, path: `/x/backups/${id}`, error }) as Source;
    const sources = [source("b", "other"), source("c", "s", refusal("corrupt")), source("b", "s")];
    expect(backupNamed(sources, "s", "backups/b")).toBe(sources[2]);
    expect(backupNamed(sources, "s", "backups/c")).toBeNull();
    expect(backupNamed(sources, "s", "backups/d")).toBeNull();
  });
});
