/**
 * Is this a text that may stand in a line of an event stream, in a header and in a log? No control characters, which end
 * lines and fields, and no invisible ones, with which two texts that look alike differ.
 */
export function isCleanText(text: string): boolean {
  return !UNCLEAN.test(text);
}

// oxlint-disable-next-line no-control-regex -- control characters are exactly what must not be there
const UNCLEAN = /[\u0000-\u001f\u007f-\u009f\p{Cf}\p{Cs}]/u;

/** Is this query or form, as sent, UTF-8 once it is decoded? What is not would be read as something else. */
export function isUtf8Form(form: string): boolean {
  if (!form.includes('%')) return true;
  try {
    decodeURIComponent(form.replaceAll(STRAY_PERCENT, '%25'));
    return true;
  } catch {
    return false;
  }
}

const STRAY_PERCENT = /%(?![0-9a-f]{2})/gi;
