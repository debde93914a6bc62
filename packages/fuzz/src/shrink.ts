import type { Failure } from './checks.ts';
import { changeAt, getPaths, REMOVED, valueAt } from './mutate.ts';
import { runScenario } from './run-scenario.ts';
import type { Outcome, Session } from './run-scenario.ts';
import { getBytes, decode, encode } from './steps.ts';
import type { Step, StepBody } from './steps.ts';

/** A scenario that was reduced to what a failure needs. */
export interface Shrunk {
  readonly outcome: Outcome;
  readonly failure: Failure;
  /** Whether the failure happened again when its scenario was repeated. */
  readonly isRepeatable: boolean;
}

/** Repeats a scenario with fewer and simpler parts, as long as the same check fails. */
export async function shrink(outcome: Outcome, failure: Failure, session: Session): Promise<Shrunk> {
  const isTimeout = failure.check === 'timeout';
  const timeoutMs = isTimeout ? Math.min(session.timeoutMs, 1000) : session.timeoutMs;
  let budget = isTimeout ? 60 : 600;
  const attempt = async (steps: readonly Step[]): Promise<Shrunk | undefined> => {
    budget--;
    const outcome = await runScenario(steps, session, timeoutMs);
    const again = outcome.failures.find((candidate) => candidate.key === failure.key);
    return again && { outcome, failure: again, isRepeatable: true };
  };
  const getSteps = ({ outcome }: Shrunk): Step[] => outcome.exchanges.map(({ step }) => step);
  const all = outcome.exchanges.map(({ step }) => step);
  let best = (await attempt(all.slice(0, failure.step + 1))) ?? (await attempt(all));
  if (!best) return { outcome, failure, isRepeatable: false };
  for (let isSimpler = true; isSimpler && budget > 0;) {
    isSimpler = false;
    for (const candidate of simplerScenarios(getSteps(best))) {
      if (budget <= 0) break;
      if (measureSize(candidate) >= measureSize(getSteps(best))) continue;
      const shrunk = await attempt(candidate);
      if (!shrunk) continue;
      best = shrunk;
      isSimpler = true;
      break;
    }
  }
  return best;
}

function measureSize(steps: readonly Step[]): number {
  return steps.reduce((size, { path, query, headers, body, as, method, operation }) => {
    const parts = [
      ...Object.values(path).map((value) => (typeof value === 'number' ? 'id' : value)),
      ...query.flat(),
      ...headers.flat(),
      body?.type ?? '',
    ];
    const others = Number(as !== 'user') + Number(method !== operation.method) + Number(body !== undefined);
    return size + 50 + others + parts.join(' ').length + (body ? getBytes(body).length : 0);
  }, 0);
}

function* simplerScenarios(steps: readonly Step[]): Generator<readonly Step[]> {
  for (let index = steps.length - 2; index >= 0; index--) {
    const isUsed = steps.some(({ path }) => Object.values(path).includes(index));
    if (!isUsed) yield steps.toSpliced(index, 1).map((step) => withoutStep(step, index));
  }
  for (const [index, step] of steps.entries())
    for (const simpler of simplerSteps(step)) yield steps.with(index, simpler);
}

// The references to later steps change with the number of steps.
function withoutStep(step: Step, removed: number): Step {
  const path = Object.entries(step.path).map(([name, value]) => [
    name,
    typeof value === 'number' && value > removed ? value - 1 : value,
  ]);
  return { ...step, path: Object.fromEntries(path) as Step['path'] };
}

function* simplerSteps(step: Step): Generator<Step> {
  const { query, headers, body, path, as } = step;
  if (query.length > 1) yield { ...step, query: [] };
  if (headers.length > 1) yield { ...step, headers: [] };
  for (const index of query.keys()) yield { ...step, query: query.toSpliced(index, 1) };
  for (const index of headers.keys()) yield { ...step, headers: headers.toSpliced(index, 1) };
  if (as !== 'user') yield { ...step, as: 'user' };
  if (body) {
    const { body: _, ...rest } = step;
    yield rest;
    for (const simplerBody of simplerBodies(body)) yield { ...step, body: simplerBody };
  }
  for (const [index, [name, value]] of query.entries())
    for (const text of simplerTexts(decode(value) ?? '')) {
      yield { ...step, query: query.with(index, [name, encode(text)]) };
      // A failure may need equal values.
      if (query.filter(([, element]) => element === value).length > 1)
        yield { ...step, query: query.map(([other, element]) => [other, element === value ? encode(text) : element]) };
    }
  for (const [name, value] of Object.entries(path)) {
    if (typeof value === 'number') {
      yield { ...step, path: { ...path, [name]: '0' } };
      continue;
    }
    for (const text of simplerTexts(decode(value) ?? ''))
      if (!/^\.{0,2}$/.test(text)) yield { ...step, path: { ...path, [name]: encode(text) } };
  }
}

function* simplerBodies(body: StepBody): Generator<StepBody> {
  if ('bytes' in body) {
    const { bytes, type } = body;
    for (const length of [0, 1, bytes.length >> 1, bytes.length - 1]) yield { type, bytes: bytes.subarray(0, length) };
    return;
  }
  const { json } = body;
  const paths = getPaths(json);
  for (const path of paths) if (path.length > 0) yield { ...body, json: changeAt(json, path, () => REMOVED) };
  for (const path of paths)
    for (const simpler of simplerValues(valueAt(json, path)))
      yield { ...body, json: changeAt(json, path, () => simpler) };
}

function simplerValues(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return simplerTexts(value);
  if (typeof value === 'number') return value < 0 ? [-1] : [0, 1];
  if (Array.isArray(value)) return value.length > 0 ? [[]] : [];
  return typeof value === 'object' && value !== null ? [{}] : [];
}

function simplerTexts(text: string): readonly string[] {
  const { length } = text;
  return [
    '',
    'a',
    '1',
    ...(length > 1 ? [text.slice(0, length >> 1), text.slice(length >> 1)] : []),
    ...(length > 3 ? [text.slice(0, (length * 3) >> 2), text.slice(0, -1), text.slice(1)] : []),
  ];
}
