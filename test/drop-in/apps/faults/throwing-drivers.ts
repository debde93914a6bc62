import { RequestTrace } from '../../../../packages/core/src/trace/trace.ts';

/** Makes all that watchers of drivers call throw, in every application that is started with it. */
RequestTrace.prototype.begin = () => {
  throw new Error('planned: watcher');
};
