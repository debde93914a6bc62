/** Has a name in the pipeline. */
export default function measure() {}
