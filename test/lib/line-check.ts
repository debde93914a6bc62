/** Returns a response that passes each line to a check while it is read. An error of the check fails the stream. */
export function withLineCheck(response: Response, check: (line: string) => void): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        rest += decoder.decode(value, { stream: !done });
        const lines = rest.split('\n');
        rest = done ? '' : lines.pop()!;
        for (const line of lines.filter(Boolean)) check(line);
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const { status, headers, url } = response;
  return Object.defineProperty(new Response(body, { status, headers }), 'url', { value: url });
}
