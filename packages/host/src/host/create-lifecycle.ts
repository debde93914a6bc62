import { getMessage } from 'oriel-core/http';
import type { HostHub } from '../features/hub/host-hub.ts';
import type { Profiling } from '../features/profiler/profiling.ts';
import type { Assembly } from './assembly.ts';
import type { HostFeatures } from './features.ts';
import type { HostLogger } from './host-logger.ts';

/** What a host starts and stops. */
export interface LifecycleParts {
  readonly features: HostFeatures;
  readonly profiling: Profiling | undefined;
  readonly hub: HostHub | undefined;
  readonly logger: HostLogger;
}

/** Creates the functions that start and stop the features of a host, its profiler and its hub. */
export function createLifecycle({
  features: { parts },
  profiling,
  hub,
  logger,
}: LifecycleParts): Pick<Assembly, 'hasStart' | 'start' | 'retire' | 'onDraining' | 'close'> {
  // An error of one plugin must not prevent the others, or the host, from stopping.
  const tryCall = async (name: 'onDrain' | 'onClose', call: (() => unknown) | undefined): Promise<void> => {
    try {
      await call?.();
    } catch (exception) {
      logger.logger.log('error', 'server', `${name} of a plugin failed: ${getMessage(exception)}`, { exception });
    }
  };
  let drained: Promise<unknown> | undefined;
  const drain = (): Promise<unknown> =>
    (drained ??= Promise.all(parts.map(({ onDrain }) => tryCall('onDrain', onDrain))));
  return {
    hasStart: parts.some(({ onStart }) => onStart !== undefined),
    async start() {
      for (const { onStart } of parts) await onStart?.();
    },
    async retire() {
      await drain();
    },
    onDraining() {
      profiling?.drain();
      void drain();
      for (const { endStreams } of parts) endStreams?.();
    },
    async close() {
      await profiling?.close();
      hub?.close();
      for (const { onClose } of parts) await tryCall('onClose', onClose);
    },
  };
}
