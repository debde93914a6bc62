import { CorsListener } from '../listeners/cors/index.ts';
import { CorsPolicy } from '../visitor/cors/index.ts';
import type { CorsConfig } from '../visitor/cors/index.ts';
import { compileOrigin } from './compile-origin.ts';
import type { PipelineParts } from './pipeline.ts';

export { wrongCors } from './check-cors.ts';

/** The rules for other origins of one host, and the listener that keeps them; only hosts that have some load this. */
export interface Cors {
  readonly policy: CorsPolicy;
  readonly listeners: PipelineParts;
}

/** Puts the rules together. */
export function createCors(config: CorsConfig): Cors {
  const policy = createCorsPolicy(config);
  return { policy, listeners: { cors: new CorsListener(policy) } };
}

/** The rules alone, for whoever tells what they came to. */
export function createCorsPolicy(config: CorsConfig): CorsPolicy {
  return new CorsPolicy(config, compileOrigin);
}
