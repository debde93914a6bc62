import type { Panel } from '../view-model.ts';
import { configPanel } from './config-panel.ts';
import { databasePanel } from './database-panel.ts';
import { exceptionPanel } from './exception-panel.ts';
import { httpClientPanel } from './http-client-panel.ts';
import { logsPanel } from './logs-panel.ts';
import { pipelinePanel } from './pipeline-panel.ts';
import { requestPanel } from './request-panel.ts';
import { responsePanel } from './response-panel.ts';
import { routingPanel } from './routing-panel.ts';
import { timelinePanel } from './timeline-panel.ts';

/** Every panel of the profiler's own, in the order of the menu. Those of an application come behind. */
export const PANELS: readonly Panel[] = [
  requestPanel,
  responsePanel,
  exceptionPanel,
  logsPanel,
  pipelinePanel,
  routingPanel,
  timelinePanel,
  databasePanel,
  httpClientPanel,
  configPanel,
];
