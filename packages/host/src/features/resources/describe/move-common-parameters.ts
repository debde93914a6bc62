type Paths = Readonly<Record<string, Record<string, unknown>>>;

/** Moves parameters that all operations of a path have to the parameters of the path, if it has several operations. */
export function moveCommonParameters(paths: Paths): void {
  for (const entry of Object.values(paths)) {
    const { parameters: own = [], ...methods } = entry as { parameters?: readonly object[] };
    const operations = Object.values<Operation>(methods);
    if (operations.length < 2) continue;
    const [first, ...others] = operations.map(
      ({ parameters = [] }) => new Map(parameters.map((each) => [JSON.stringify(each), each])),
    );
    const common = [...first!].filter(([text]) => others.every((each) => each.has(text)));
    if (common.length === 0) continue;
    const texts = new Set(common.map(([text]) => text));
    for (const operation of operations)
      operation.parameters = operation.parameters!.filter((each) => !texts.has(JSON.stringify(each)));
    entry['parameters'] = [...own, ...common.map(([, parameter]) => parameter)];
  }
}

interface Operation {
  parameters?: readonly object[];
}
