import { hash } from 'node:crypto';
import type { Page } from '../declare/list-request.ts';
import type { Item } from '../model/item.ts';
import type { OperationCall, WrittenJson } from '../model/operation-call.ts';
import { isWire, toWire } from '../model/wire-item.ts';
import { writeRows } from './row-writer.ts';

/**
 * Returns an item as plain JSON with all public fields. Its hash is the state in the entity tag, and in most responses it is
 * also the body, so it is written once per call.
 */
export function itemJson(item: Item, call: OperationCall): string {
  return writeItemOnce(item, call).text;
}

/** Returns the JSON of an item, which is written once per call. */
export function writeItemOnce(item: Item, call: OperationCall): WrittenJson {
  if (call.written?.source === item) return call.written;
  const { resource } = call.operation;
  const wire = isWire(item, resource) ? item : toWire(item, call, resource.publicFields);
  return (call.written = { source: item, text: JSON.stringify(wire), digest: undefined });
}

/** Returns the items of a page as plain JSON with the shown fields; written once per call, like {@link itemJson}. */
export function listJson(page: Page<Item>, call: OperationCall): string {
  const { resource } = call.operation;
  const { shownFields } = call;
  const { rows } = page;
  // Rows are written directly when all public fields are shown and no listener has read the items.
  const isDirect = rows !== undefined && shownFields === resource.publicFields;
  const source: object = isDirect ? rows : page.items;
  if (call.written?.source === source) return call.written.text;
  const text = isDirect
    ? writeRows(rows, resource, shownFields)
    : JSON.stringify(page.items.map((item) => toWire(item, call, shownFields)));
  call.written = { source, text, digest: undefined };
  return text;
}

/** Returns the digest of a JSON text. */
export function getDigest(written: WrittenJson): string {
  return (written.digest ??= digest(written.text));
}

/** Returns 96 bits of the SHA-256 hash of a text, as base64url. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}
