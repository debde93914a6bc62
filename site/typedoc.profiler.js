import { createConfig } from './create-config.js';

export default createConfig('profiler');
