/** The events of a request, in the order in which they are dispatched. */
export const KernelEvents = Object.freeze({
  /** A request was received: find its route, authenticate it, or respond at once. */
  request: 'kernel.request',
  /** The controller was determined: replace it. */
  controller: 'kernel.controller',
  /** The arguments of the controller were determined: check or change them. */
  controllerArguments: 'kernel.controller_arguments',
  /** The controller returned plain data: convert it to a response. */
  view: 'kernel.view',
  /** There is a response, also after an error: complete it. */
  response: 'kernel.response',
  /** The request is complete and its response not yet sent: restore what the request changed. */
  finishRequest: 'kernel.finish_request',
  /** The last byte was sent: do work that the client need not wait for. */
  terminate: 'kernel.terminate',
  /** A listener or the controller threw: convert the error to a response. */
  exception: 'kernel.exception',
});
