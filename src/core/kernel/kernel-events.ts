/** The events of a request in the order they happen, each with what it is for. */
export const KernelEvents = Object.freeze({
  /** A request was heard: route it, look at who sent it, or answer it at once. */
  request: 'kernel.request',
  /** A controller was chosen: exchange it. */
  controller: 'kernel.controller',
  /** Its arguments are known: check, complete or replace them. */
  controllerArguments: 'kernel.controller_arguments',
  /** The controller gave plain data: turn it into a response. */
  view: 'kernel.view',
  /** There is a response, whatever happened before: complete it. */
  response: 'kernel.response',
  /** The request is over, its response not yet sent: put back what it changed. */
  finishRequest: 'kernel.finish_request',
  /** The last byte was sent: do what nobody should wait for. */
  terminate: 'kernel.terminate',
  /** Something was thrown above: turn it into a response. */
  exception: 'kernel.exception',
});
