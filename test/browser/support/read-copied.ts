import type { Page } from 'playwright-core';

/**
 * Returns the text that a page copies. The page must have the permission `clipboard-read`.
 *
 * @param copy clicks or presses what copies
 */
export async function readCopied(page: Page, copy: () => Promise<void>): Promise<string> {
  // The control shows it for about a second, which a busy machine can miss.
  await page.evaluate(`{
    const isCopied = () => [...document.querySelectorAll('button, a, summary')].some(({ textContent }) => textContent === 'Copied');
    globalThis.copied = new Promise((resolve) => {
      const observer = new MutationObserver(() => isCopied() && resolve(observer.disconnect()));
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    undefined;
  }`);
  await copy();
  await page.evaluate('copied');
  return page.evaluate<string>('navigator.clipboard.readText()');
}
