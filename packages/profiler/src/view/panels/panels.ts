import type { Panel } from '../../profile/view-model.ts';
import { cachePanel } from './cache-panel.ts';
import { configPanel } from './config-panel.ts';
import { corsPanel } from './cors-panel.ts';
import { databasePanel } from './database-panel.ts';
import { exceptionPanel } from './exception-panel.ts';
import { httpClientPanel } from './http-client-panel.ts';
import { hubPanel } from './hub-panel.ts';
import { limitsPanel } from './limits-panel.ts';
import { localePanel } from './locale-panel.ts';
import { logsPanel } from './logs-panel.ts';
import { mailPanel } from './mail-panel.ts';
import { operationPanel } from './operation-panel.ts';
import { pipelinePanel } from './pipeline-panel.ts';
import { redisPanel } from './redis-panel.ts';
import { requestPanel } from './request-panel.ts';
import { responsePanel } from './response-panel.ts';
import { routingPanel } from './routing-panel.ts';
import { securityPanel } from './security-panel.ts';
import { serializerPanel } from './serializer-panel.ts';
import { sessionPanel } from './session-panel.ts';
import { timelinePanel } from './timeline-panel.ts';
import { validationPanel } from './validation-panel.ts';

/** The built-in panels in order of use, which is the order of the menu. Panels of the application follow. */
export const PANELS: readonly Panel[] = [
  exceptionPanel,
  timelinePanel,
  databasePanel,
  httpClientPanel,
  redisPanel,
  logsPanel,
  requestPanel,
  responsePanel,
  validationPanel,
  operationPanel,
  pipelinePanel,
  routingPanel,
  securityPanel,
  sessionPanel,
  limitsPanel,
  serializerPanel,
  cachePanel,
  corsPanel,
  localePanel,
  hubPanel,
  mailPanel,
  configPanel,
];
