import { ItemJson } from './item-digest.ts';
import type { OperationRun } from '../running/operation-run.ts';
import type { Item } from '../model/item.ts';
import { writeRows } from './row-writer.ts';
import { isWire, toWire } from './wire-item.ts';

/**
 * Returns an item as plain JSON with all public fields. Its hash is the state in the entity tag, and in most responses it is
 * also the body, so it is written once per run.
 */
export function itemJson(item: Item, run: OperationRun): string {
  return writeItemOnce(item, run).text;
}

/** Returns the JSON of an item with its digest. */
export function writeItemOnce(item: Item, run: OperationRun): ItemJson {
  const { response } = run;
  if (response.itemJson !== undefined && response.jsonSource === item) return response.itemJson;
  const { resource } = run.operation;
  const wire = isWire(item, resource) ? item : toWire(item, run, resource.publicFields);
  response.jsonSource = item;
  return (response.itemJson = new ItemJson(JSON.stringify(wire)));
}

/** Returns the items of the page as plain JSON with the shown fields; written once per run, like {@link itemJson}. */
export function listJson(run: OperationRun): string {
  const { rows } = run.read.page!;
  const { resource } = run.operation;
  const { response, shownFields } = run;
  // Rows are written directly when all public fields are shown and no listener has read the items.
  if (rows && shownFields === resource.publicFields) {
    if (response.jsonSource !== rows) response.listJson = writeRows(rows, resource, shownFields);
    response.jsonSource = rows;
    return response.listJson;
  }
  const { items } = run.read.page!;
  if (response.jsonSource !== items)
    response.listJson = JSON.stringify(items.map((item) => toWire(item, run, shownFields)));
  response.jsonSource = items;
  return response.listJson;
}
