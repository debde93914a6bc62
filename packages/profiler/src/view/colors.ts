/**
 * The colours of pages and toolbar, as custom properties. They are those of the error page. Text has a contrast of at least
 * 4.5 : 1 on every background, the borders of controls at least 3 : 1 (WCAG 2.2, AA).
 */
export const COLORS = {
  light:
    '--ground:#fbfaf7;--card:#fff;--ink:#1f1d1a;--quiet:#67625a;--line:#e4e0d8;--edge:#8a847a;--accent:#9a5b00;--wash:#fdf3df;--key:#8a2c5f;--number:#1d5fa8;--link:#1d5fa8;--good:#22662a;--warn:#8a5200;--bad:#b3261e;--good-wash:#e4f2e4;--info-wash:#e4eef9;--warn-wash:#fdf0d8;--bad-wash:#fdeae7;--on-bad:#fff',
  dark: '--ground:#16161a;--card:#1e1e23;--ink:#e9e6e0;--quiet:#a39e95;--line:#34343b;--edge:#77727a;--accent:#f0b35a;--wash:#2b2418;--key:#f09cc4;--number:#8fc1ff;--link:#8fc1ff;--good:#9bd39b;--warn:#f0b35a;--bad:#ff8b80;--good-wash:#1d2c1f;--info-wash:#1b2735;--warn-wash:#2f2717;--bad-wash:#361f1f;--on-bad:#2b0d0a',
};

/** The fonts of code. */
export const MONOSPACE = 'ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace';
