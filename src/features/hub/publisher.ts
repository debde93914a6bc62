import type { HttpContext } from '../../core/http/context.ts';
import type { TokenWish } from './hub-token.ts';
import type { UpdateInput } from './update.ts';

/** How publishing went. */
export interface Published {
  readonly id: string;
  /** How many subscribers of this process get it; undefined when nobody here knows. */
  readonly receivers: number | undefined;
  /** How many of this process want it, and have no token that lets them have it; undefined when nobody here knows. */
  readonly withheld?: number | undefined;
}

/**
 * A hub as the rest of the host sees it, inside or outside: something that takes updates, and lets others listen.
 */
export interface HubPublisher {
  /**
   * Publishes an update. A promise only where that takes time.
   * @param once the same text for one that is tried again: it may have been taken, and is then told once
   * @throws {HubRequestError} (or rejects) when it is no update, or could not be handed on
   */
  publish(update: UpdateInput, once?: string): Published | Promise<Published>;
  /** The address that a client of this request takes. */
  urlFor(context: HttpContext): string;
  /** The last update so far, for those who begin to listen now, or `earliest` before the first; undefined when nobody knows. */
  readonly lastEventId: string | undefined;
  /** What it has done so far, and what it does now. */
  readonly metrics: Readonly<Record<string, number>>;
  /** A token that allows this and no more. */
  issueToken(wish: TokenWish, context: HttpContext): string;
  /** The `Set-Cookie` lines, one per dialect, that let the browser of this request use the hub so. */
  cookiesFor(wish: TokenWish, context: HttpContext): readonly string[];
}
