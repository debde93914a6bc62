/** An error as plain data, with what caused it. */
export interface DescribedError {
  readonly class: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  /** Its cause; a text if that is not an error. */
  readonly cause?: DescribedError | string;
  /** The members of an `AggregateError`. */
  readonly errors?: readonly (DescribedError | string)[];
}

/**
 * Describes an error with its causes and the members of each `AggregateError` among them. Errors may be hostile: a
 * getter that throws counts as absent, cycles end, and at most 20 errors are described.
 *
 * @param error the error, or any other value that was thrown
 * @returns the description; a text if the value is not an error
 */
export function describeErrorChain(error: unknown): DescribedError | string {
  return describe(error, new Set());
}

const MAX_ERRORS = 20;

function describe(value: unknown, seen: Set<unknown>): DescribedError | string {
  if (!isError(value)) return toText(value);
  if (seen.has(value)) return 'This error is already described above';
  if (seen.size === MAX_ERRORS) return 'Further errors are omitted';
  seen.add(value);
  const [code, stack, cause, errors] = [
    read(value, 'code'),
    read(value, 'stack'),
    read(value, 'cause'),
    getMembers(value),
  ];
  return {
    class: toText(read(value, 'name')),
    message: toText(read(value, 'message')),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof stack === 'string' ? { stack } : {}),
    ...(cause === undefined ? {} : { cause: describe(cause, seen) }),
    ...(errors === undefined ? {} : { errors: describeMembers(errors, seen) }),
  };
}

function describeMembers(errors: readonly unknown[], seen: Set<unknown>): (DescribedError | string)[] {
  const described: (DescribedError | string)[] = [];
  for (let i = 0; i < errors.length; i++) {
    if (i === MAX_ERRORS || seen.size === MAX_ERRORS)
      return [...described, `${errors.length - i} more errors are omitted`];
    described.push(describe(read(errors, i), seen));
  }
  return described;
}

function getMembers(error: Error): readonly unknown[] | undefined {
  const errors = error instanceof AggregateError ? read(error, 'errors') : undefined;
  return Array.isArray(errors) ? errors : undefined;
}

function isError(value: unknown): value is Error {
  try {
    return value instanceof Error;
  } catch {
    return false;
  }
}

function read(value: object, key: string | number): unknown {
  try {
    return Reflect.get(value, key) as unknown;
  } catch {
    return undefined;
  }
}

function toText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'A value that cannot be described';
  }
}
