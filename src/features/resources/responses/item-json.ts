import { hash } from 'node:crypto';
import type { Item, OperationRun } from '../running/operation-run.ts';
import { writeRows } from './row-writer.ts';
import { isWire, toWire } from './wire-item.ts';

/**
 * An item as plain JSON, with all fields that everybody may see. It is the state that a tag is made of and, mostly, the
 * body as well, so it is written once.
 */
export function itemJson(item: Item, run: OperationRun): string {
  return writeItemOnce(item, run).text;
}

/** The same, with the tag that is made of it. */
export function writeItemOnce(item: Item, run: OperationRun): ItemJson {
  if (run.response.itemJson !== undefined && run.response.jsonSource === item) return run.response.itemJson;
  const { resource } = run.operation;
  const wire = isWire(item, resource) ? item : toWire(item, run, resource.publicFields);
  run.response.jsonSource = item;
  return (run.response.itemJson = new ItemJson(JSON.stringify(wire)));
}

/** The items of the page as plain JSON, as they are shown; written once, like {@link itemJson}. */
export function listJson(run: OperationRun): string {
  const { rows } = run.read.page!;
  const { shownFields: shown } = run;
  // Fields that one request asks for are written in the plain way; so are items that somebody has looked at.
  if (rows && shown === run.operation.resource.publicFields) {
    if (run.response.jsonSource !== rows) {
      run.response.listJson = writeRows(rows, run.operation.resource, shown);
      run.response.jsonSource = rows;
    }
    return run.response.listJson;
  }
  const { items } = run.read.page!;
  if (run.response.jsonSource !== items) {
    run.response.listJson = JSON.stringify(items.map((item) => toWire(item, run, shown)));
    run.response.jsonSource = items;
  }
  return run.response.listJson;
}

/** An item as JSON, with the entity tag that follows from it. */
export class ItemJson {
  readonly text: string;
  #digest: string | undefined = undefined;

  constructor(text: string) {
    this.text = text;
  }

  get digest(): string {
    return (this.#digest ??= digest(this.text));
  }

  /** `<digest>-<variant>` */
  tagOf(variant: string): string {
    return `${this.digest}-${variant}`;
  }
}

/** 96 bits: native, and faster than any hash written in JavaScript; nobody finds two texts with the same one. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}
