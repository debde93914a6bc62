import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { OrderKey } from '../declare/filters/filter-tree.ts';
import type { CursorValue, ListWindow } from '../declare/list-request.ts';
import { ParameterValueError } from './parameter-value.ts';
import { message } from 'oriel-core/messages';

/** A position in an ordered list: next to the row with these order keys, or at an end of the list. */
export type CursorPosition = Omit<Extract<ListWindow, { by: 'cursor' }>, 'by' | 'limit'>;

/** The length in base64url characters: 15 of the 32 bytes. */
const SIGNATURE_LENGTH = 20;

/** Encodes and decodes cursors. They are signed for a resource and an order, and clients can read their values. */
export class CursorCodec {
  readonly #keys: readonly KeyObject[];

  /** @param keys the keys of the resource: the first one signs, all of them verify */
  constructor(keys: readonly Buffer[]) {
    this.#keys = keys.map((key) => createSecretKey(key));
  }

  encode({ from, direction }: CursorPosition, order: readonly OrderKey[]): string {
    const content = Buffer.from(JSON.stringify([direction === 'after' ? 1 : 0, ...(from ?? [])])).toString('base64url');
    return content + sign(this.#keys[0]!, content, order);
  }

  /** Decodes a cursor. @throws {ParameterValueError} if it is not signed for a list in this order */
  decode(text: string, order: readonly OrderKey[]): CursorPosition {
    const content = text.slice(0, -SIGNATURE_LENGTH);
    const signature = Buffer.from(text.slice(-SIGNATURE_LENGTH));
    const isSignedBy = (key: KeyObject): boolean => timingSafeEqual(signature, Buffer.from(sign(key, content, order)));
    if (signature.length !== SIGNATURE_LENGTH || !this.#keys.some(isSignedBy))
      throw new ParameterValueError(message('parameter.invalid-cursor'));
    const [after, ...from] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [0 | 1, ...CursorValue[]];
    return { from: from.length > 0 ? from : undefined, direction: after === 1 ? 'after' : 'before' };
  }
}

function sign(key: KeyObject, content: string, order: readonly OrderKey[]): string {
  let signed = content;
  for (const { field, direction } of order) signed += `\n${field} ${direction}`;
  // As text, because a Buffer for the digest costs as much as the digest itself.
  return createHmac('sha256', key).update(signed).digest('base64url').slice(0, SIGNATURE_LENGTH);
}

/** Returns the values of the order keys in a row, as they are encoded in cursors. */
export function cursorValues(row: Readonly<Record<string, unknown>>, order: readonly OrderKey[]): CursorValue[] {
  return order.map(({ field }) => {
    const value = row[field];
    if (value instanceof Date) return value.toISOString();
    if (typeof value === 'bigint') return Number(value);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
  });
}
