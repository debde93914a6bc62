import type { HttpContext } from 'oriel-core/http';
import type { TokenWish } from './hub-tokens.ts';
import type { UpdateInput } from './update.ts';

/** The result of publishing an update. */
export interface Published {
  readonly id: string;
  /** Number of subscribers of this process that receive the update; undefined if unknown. */
  readonly receivers: number | undefined;
  /** Number of subscribers of this process that are subscribed but may not read it; undefined if unknown. */
  readonly withheld?: number | undefined;
}

/** The interface of an embedded or external hub for the rest of the host and for applications. */
export interface HubPublisher {
  /**
   * Publishes an update; returns a promise only if publishing is asynchronous.
   *
   * @param once an id that is the same for each retry, so that the update is delivered once
   * @throws {HubRequestError} (or rejects) if the update is invalid
   * @throws {ServiceUnavailableError} (or rejects) if it could not be published, for example while Redis cannot be reached
   */
  publish(update: UpdateInput, once?: string): Published | Promise<Published>;
  /** Returns the URL of the hub for the client of a request. */
  urlFor(context: HttpContext): string;
  /** The id of the last update, `earliest` before the first; undefined if unknown. */
  readonly lastEventId: string | undefined;
  /** Current values of the metrics by name. */
  readonly metrics: Readonly<Record<string, number>>;
  /** Issues a token that grants exactly what is requested. */
  issueToken(wish: TokenWish, context: HttpContext): string;
  /** Returns the `Set-Cookie` values, one per dialect, that grant the browser of a request the same. */
  cookiesFor(wish: TokenWish, context: HttpContext): readonly string[];
}
