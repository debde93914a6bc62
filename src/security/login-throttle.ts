/** How often somebody may try to log in. */
export interface ThrottleOptions {
  /** Attempts for one account from one address. Default 5. */
  readonly attempts?: number;
  /** Attempts from one address, whatever the account. Default 25. */
  readonly perAddress?: number;
  /** Seconds until an address may try again. Default 60. */
  readonly window?: number;
}

/** Counts attempts to log in. */
export interface LoginThrottle {
  /** Counts one attempt before it is made. @returns seconds to wait instead; 0 when it may be made */
  take(ip: string, name: string): number;
  /** The attempt was right: what was counted for this account and address is forgotten. */
  clear(ip: string, name: string): void;
}

/**
 * Counts in memory, a bounded number of addresses. An account cannot be locked from everywhere at once, because that would
 * let anybody lock out anybody.
 */
export class MemoryLoginThrottle implements LoginThrottle {
  readonly #attempts: number;
  readonly #perAddress: number;
  readonly #window: number;
  readonly #clock: () => number;
  readonly #counts = new Map<string, Count>();

  constructor({ attempts = 5, perAddress = 25, window = 60 }: ThrottleOptions = {}, clock = Date.now) {
    this.#attempts = attempts;
    this.#perAddress = perAddress;
    this.#window = window * 1000;
    this.#clock = clock;
  }

  take(ip: string, name: string): number {
    const now = this.#clock();
    const address = networkOf(ip);
    const [all, one] = [this.#count(address, now), this.#count(pairOf(address, name), now)];
    const wait = Math.max(all.used >= this.#perAddress ? all.until : 0, one.used >= this.#attempts ? one.until : 0);
    if (wait > now) return Math.ceil((wait - now) / 1000);
    all.used++;
    one.used++;
    return 0;
  }

  clear(ip: string, name: string): void {
    const address = networkOf(ip);
    const one = this.#counts.get(pairOf(address, name));
    const all = this.#counts.get(address);
    if (all !== undefined && one !== undefined) all.used = Math.max(0, all.used - one.used);
    this.#counts.delete(pairOf(address, name));
  }

  #count(key: string, now: number): Count {
    const known = this.#counts.get(key);
    if (known !== undefined && known.until > now) return known;
    const fresh = { used: 0, until: now + this.#window };
    this.#counts.delete(key);
    // The oldest goes: whoever fills the room with addresses has to have them.
    if (this.#counts.size >= MOST) this.#counts.delete(this.#counts.keys().next().value!);
    this.#counts.set(key, fresh);
    return fresh;
  }
}

interface Count {
  used: number;
  readonly until: number;
}

function pairOf(address: string, name: string): string {
  return `${address} ${name.slice(0, 256).toLowerCase()}`;
}

/** One customer has 2^64 addresses of IPv6, and is counted once. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...last];
  return `${all
    .slice(0, 4)
    .map((each) => each.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}

const MOST = 20_000;
