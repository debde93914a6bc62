/** The distributed trace that a request belongs to (W3C Trace Context). */
export interface Traceparent {
  /** 32 lowercase hex digits. */
  readonly traceId: string;
  /** 16 lowercase hexadecimal digits: the span of the caller. */
  readonly parentId: string;
  readonly sampled: boolean;
}

/**
 * Parses a `traceparent` header; returns undefined if it is absent or invalid, as the standard requires (§3.2.2).
 *
 * @example
 * ```ts
 * import { parseTraceparent } from 'oriel-host/http';
 * parseTraceparent('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01')?.traceId; // => '4bf92f3577b34da6a3ce929d0e0e4736'
 * ```
 */
export function parseTraceparent(header: string | undefined): Traceparent | undefined {
  if (header === undefined) return undefined;
  const match = FORM.exec(header);
  if (!match) return undefined;
  const [, version, traceId, parentId, flags, rest] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  if (version === 'ff' || (version === '00' && rest !== '') || /^0+$/.test(traceId) || /^0+$/.test(parentId))
    return undefined;
  return { traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * Returns the `traceparent` header of a call in a trace.
 *
 * @param spanId of the call: 16 lowercase hexadecimal digits
 */
export function formatTraceparent(
  { traceId, sampled }: { readonly traceId?: string | undefined; readonly sampled?: boolean | undefined },
  spanId: string,
): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(|-.*)$/;
