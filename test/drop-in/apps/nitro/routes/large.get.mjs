import { LARGE } from '../../lib/answers.mjs';

export default () => LARGE;
