export { EventDispatcher, assertSharedStart } from './dispatcher.ts';
export type { Dispatcher, Listener, Plan, PlanHolder } from './dispatcher.ts';
export { ListenerTableFrozenError, UnknownPriorityError } from './errors.ts';
export { StoppableEvent } from './stoppable-event.ts';
export { listenerOf } from './subscriber.ts';
export type { Subscriber } from './subscriber.ts';
export { TraceableDispatcher } from './traceable-dispatcher.ts';
export type { CallRecorder, ChangeObserver } from './traceable-dispatcher.ts';
