import { setTimeout as wait } from 'node:timers/promises';
import { RequestSender } from 'oriel-core/client';
import type { ReceivedResponse } from 'oriel-core/client';
import type { ProfileStorage } from '../../store/profile-storage.ts';
import type { PreparedReplay } from './prepare-replay.ts';

export interface SendReplayOptions {
  readonly storage: Pick<ProfileStorage, 'read'>;
  /** Milliseconds until the end of the response. */
  readonly timeoutMs?: number;
  /** Milliseconds until the new profile is stored. */
  readonly profileTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface ReplayResponse extends ReceivedResponse {
  /** The token of the new profile, which is in the storage; undefined if it was not recorded. */
  readonly token: string | undefined;
}

/** Sends a request again and waits until its profile is stored. Never rejects: a failure is a part of the response. */
export async function sendReplay(prepared: PreparedReplay, options: SendReplayOptions): Promise<ReplayResponse> {
  const { storage, timeoutMs = 30_000, profileTimeoutMs = 5_000, signal } = options;
  const startedAt = Date.now();
  const sender = new RequestSender(prepared.origin);
  try {
    const response = await sender.send(prepared, { timeoutMs, ...(signal === undefined ? {} : { signal }) });
    const token = findToken(response);
    // A cache may send the response of the recorded request.
    if (token === undefined || token === prepared.recordedToken) return { ...response, token: undefined };
    const isStored = await waitForProfile(token, storage, startedAt, profileTimeoutMs);
    return { ...response, token: isStored ? token : undefined };
  } finally {
    sender.close();
  }
}

function findToken({ headers }: ReceivedResponse): string | undefined {
  const token = headers.find(([name]) => name.toLowerCase() === 'x-debug-token')?.[1];
  return token !== undefined && /^[\da-f]{6}$/.test(token) ? token : undefined;
}

async function waitForProfile(
  token: string,
  storage: SendReplayOptions['storage'],
  startedAt: number,
  timeoutMs: number,
): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const profile = await storage.read(token);
    // Clocks of two machines differ. An older profile is that of a response from a cache.
    if (profile !== undefined) return profile.summary.time >= startedAt - MAX_CLOCK_DIFFERENCE;
    if (Date.now() >= end) return false;
    await wait(POLL_INTERVAL);
  }
}

const MAX_CLOCK_DIFFERENCE = 60_000;
const POLL_INTERVAL = 50;
