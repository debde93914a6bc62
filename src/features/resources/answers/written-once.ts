import type { Item, OperationRun } from '../running/operation-run.ts';
import { rowsText } from './row-writer.ts';
import { isWire, toWire } from './wire-item.ts';
import { WrittenItem } from './written-item.ts';

/**
 * An item as plain JSON, with all fields that everybody may see. It is the state that a tag is made of and, mostly, the
 * body as well, so it is written once.
 */
export function itemText(item: Item, run: OperationRun): string {
  return writtenItem(item, run).text;
}

/** The same, with the tag that is made of it. */
export function writtenItem(item: Item, run: OperationRun): WrittenItem {
  if (run.written !== undefined && run.textOf === item) return run.written;
  const { resource } = run.operation;
  const wire = isWire(item, resource) ? item : toWire(item, run, resource.visible);
  run.textOf = item;
  return (run.written = new WrittenItem(JSON.stringify(wire)));
}

/** The items of the page as plain JSON, as they are shown; written once, like {@link itemText}. */
export function listText(run: OperationRun): string {
  const { rows } = run.page!;
  const { shown } = run;
  // Fields that one request asks for are written in the plain way; so are items that somebody has looked at.
  if (rows && shown === run.operation.resource.visible) {
    if (run.textOf !== rows) {
      run.text = rowsText(rows, run.operation.resource, shown);
      run.textOf = rows;
    }
    return run.text;
  }
  const { items } = run.page!;
  if (run.textOf !== items) {
    run.text = JSON.stringify(items.map((item) => toWire(item, run, shown)));
    run.textOf = items;
  }
  return run.text;
}
