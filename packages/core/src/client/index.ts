/** Internal values of the packages of Oriel: `oriel-core/client`. They may change in any version. @module */
export { RequestSender } from './request-sender.ts';
export type { OutgoingRequest, ReceivedResponse, SendFailure, SendLimits } from './request-sender.ts';
