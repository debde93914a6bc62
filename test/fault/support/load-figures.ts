import { atMost, none, reported } from './scenario.ts';
import type { Figure } from './scenario.ts';
import { isGood } from './load.ts';
import type { Load, LoadKind, Outcome } from './load.ts';

/** When a fault began and ended, as times of `performance.now()`. */
export interface FaultTime {
  readonly from: number;
  readonly until: number;
}

/** What must hold for the load during a fault. */
export interface LoadPromises {
  /** Seconds from the end of the fault until all requests succeed again. */
  readonly recovery: number;
  /** Kinds of requests that must succeed during the fault. */
  readonly unaffected?: readonly LoadKind[];
  /** Whether connections may be lost, because processes end. */
  readonly mayDisconnect?: boolean;
}

/** Returns the figures of a load: responses during the fault, wrong ones, and the time until all succeed again. */
export function loadFigures({ outcomes }: Load, { from, until }: FaultTime, promises: LoadPromises): Figure[] {
  const before = outcomes.filter(({ ended }) => ended < from);
  const during = outcomes.filter(({ started, ended }) => ended >= from && started <= until);
  const { recovery, unaffected = [], mayDisconnect = false } = promises;
  const lost = outcomes.filter(({ status }) => status === 0);
  const slowest = Math.max(
    0,
    ...during.filter(({ kind }) => kind === 'read').map(({ started, ended }) => ended - started),
  );
  return [
    reported('requests before, during and after', [before, during, outcomes].map(({ length }) => length).join(' / ')),
    none('failed requests before', before.filter((outcome) => !isGood(outcome)).length),
    reported('responses during the fault', countStatuses(during)),
    ...unaffected.map((kind) =>
      none(
        `failed requests that need ${NEEDS[kind]}`,
        during.filter((outcome) => outcome.kind === kind && !isGood(outcome)).length,
      ),
    ),
    reported('slowest request that needs neither', `${Math.round(slowest)} ms`),
    mayDisconnect
      ? reported('connections lost', lost.length)
      : none(
          'requests without a response',
          lost.map(({ kind, error }) => `${kind}: ${error}`),
        ),
    none(
      'wrong responses',
      outcomes.flatMap(({ wrong }) => wrong ?? []),
    ),
    none('responses with 500', outcomes.filter(({ status }) => status === 500).length),
    atMost('recovery', recoverySeconds(outcomes, until), recovery, 's'),
  ];
}

/** Returns the seconds from the end of a fault to the last request that failed. */
export function recoverySeconds(outcomes: readonly Outcome[], until: number): number {
  const failed = outcomes.filter((outcome) => !isGood(outcome) && outcome.status !== 409).map(({ ended }) => ended);
  return Math.max(0, ...failed.map((ended) => ended - until)) / 1000;
}

/** Returns each status with its count, such as `200: 12, 503: 4`. */
export function countStatuses(outcomes: readonly Pick<Outcome, 'status' | 'error'>[]): string {
  const counts = new Map<string, number>();
  for (const { status, error } of outcomes) {
    const name = status === 0 ? (error ?? 'none') : String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a], [b]) => a.localeCompare(b));
  return sorted.map(([name, count]) => `${name}: ${count}`).join(', ') || 'none';
}

/** Returns the 99th percentile of the durations of requests in milliseconds. */
export function p99(outcomes: readonly Outcome[]): number {
  const times = outcomes.map(({ started, ended }) => ended - started).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? 0;
}

const NEEDS: Readonly<Record<LoadKind, string>> = {
  write: 'the database',
  visit: 'the session',
  read: 'neither database nor session',
};
