/** A summary of a class in the Hydra documentation. */
export interface ClassSummary {
  properties: Record<string, string>;
  operations: string[];
}

interface HydraClass {
  readonly '@id': string;
  readonly 'hydra:supportedProperty': readonly Readonly<Record<string, unknown>>[];
  readonly 'hydra:supportedOperation': readonly { readonly 'hydra:method': string }[];
}

/** Summarizes the classes that the recording contains. */
export function getSummary(body: unknown): object {
  const classes = (body as { 'hydra:supportedClass': HydraClass[] })['hydra:supportedClass'];
  const summaries = ['Author', 'Book', 'Note'].map((name) => {
    const found = classes.find((className) => className['@id'] === `#${name}`)!;
    const properties = found['hydra:supportedProperty'].map((element) => {
      const { range } = element['hydra:property'] as { range?: string };
      const flags = ['required', 'readable', 'writeable'].filter((flag) => element[`hydra:${flag}`] === true);
      return [
        element['hydra:title'] as string,
        [(range ?? 'anything').replace('xmls:', ''), ...flags].join(', '),
      ] as const;
    });
    const operations = [...new Set(found['hydra:supportedOperation'].map((element) => element['hydra:method']))].sort();
    return [name, { properties: Object.fromEntries(properties), operations }] as const;
  });
  return { 'hydra:supportedClass': '(see classes)', classes: Object.fromEntries(summaries) };
}
