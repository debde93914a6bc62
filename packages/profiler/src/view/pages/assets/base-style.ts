import { COLORS, MONOSPACE } from '../../colors.ts';

/** Style of all pages: colours, header, text for screen readers. */
export const BASE_STYLE = `
:root{color-scheme:light dark;${COLORS.light};--mono:${MONOSPACE}}
@media (prefers-color-scheme:dark){:root{${COLORS.dark}}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:.875rem/1.5 system-ui,sans-serif;min-height:100vh;display:flex;flex-direction:column}
code,kbd{font-family:var(--mono);font-size:.9286em}
a{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:1px}
h1{margin:0;font-size:1.25rem;line-height:1.2;font-weight:680;letter-spacing:-.012em}
main{flex:1;width:100%;padding:1rem clamp(.75rem,2vw,1.5rem) 1.5rem}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:4px}
.sr:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;padding:0;border:0}
.skip{position:absolute;left:.75rem;top:-4rem;z-index:9;padding:.4rem .8rem;background:var(--card)}
.skip:focus{top:.5rem}
.quiet{color:var(--quiet)}
.good{color:var(--good)}.info{color:var(--number)}.warning{color:var(--warn)}.bad{color:var(--bad)}
button,.button,input,select{font:inherit;font-size:.8125rem;color:var(--ink);background:var(--card);border:1px solid var(--edge);border-radius:6px;padding:.2rem .6rem;min-height:1.75rem}
button,.button,summary{cursor:pointer}
button:hover,.button:hover{background:color-mix(in srgb,var(--ink) 6%,var(--card))}
.top{position:sticky;top:0;z-index:5;display:flex;align-items:center;gap:clamp(.6rem,1.5vw,1.25rem);padding:.5rem clamp(.75rem,2vw,1.5rem);background:var(--card);border-bottom:1px solid var(--line)}
.brand{display:flex;align-items:center;gap:.5rem;color:var(--ink);text-decoration:none;font-size:.9375rem;white-space:nowrap}
.brand b{max-width:12rem;overflow:hidden;text-overflow:ellipsis}
.search{flex:1;display:flex;min-width:0}
.search label{flex:1;min-width:0}
.search input{width:100%;min-height:2rem;padding:.25rem .7rem .25rem 1.9rem;font-family:var(--mono);background:var(--ground)}
.search label{position:relative}
.search label::before{content:"";position:absolute;left:.7rem;top:.65rem;width:.55rem;height:.55rem;border:1.5px solid var(--quiet);border-radius:50%}
.search label::after{content:"";position:absolute;left:1.2rem;top:1.22rem;width:.4rem;height:1.5px;background:var(--quiet);transform:rotate(45deg)}
.search input::placeholder{color:var(--quiet);opacity:1}
.top nav a{color:var(--ink);text-decoration:none;font-size:.8125rem;padding:.2rem .4rem}
.top nav a:hover{text-decoration:underline}
.top nav{display:flex;align-items:center;gap:.6rem;white-space:nowrap}
body:not(.script) .js{display:none}
.trouble{margin:0;padding:.4rem clamp(.75rem,2vw,1.5rem);background:var(--bad-wash);color:var(--bad);font-weight:600}
body>footer{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;justify-content:space-between;padding:.75rem clamp(.75rem,2vw,1.5rem);font-size:.75rem;color:var(--quiet)}
body>footer a{color:inherit}
dialog{border:1px solid var(--line);border-radius:12px;padding:1.25rem 1.5rem;background:var(--card);color:var(--ink);box-shadow:0 12px 48px #0005;max-width:min(28rem,92vw)}
dialog::backdrop{background:#0006}
dialog h2{margin:0 0 .6rem;font-size:1rem}
dialog dl{display:grid;grid-template-columns:7.5rem 1fr;gap:.3rem 0;margin:0 0 1rem}
dialog dd{margin:0}
kbd{display:inline-block;min-width:1.5em;padding:0 .35em;border:1px solid var(--edge);border-radius:4px;text-align:center}
details.menu{position:relative}
details.menu>summary{list-style:none}
details.menu>:not(summary){position:absolute;z-index:4;top:calc(100% + .3rem);right:0;min-width:14rem;margin:0;padding:.7rem .9rem;background:var(--card);border:1px solid var(--line);border-radius:8px;box-shadow:0 8px 28px #0003}
.menu p{margin:0 0 .5rem}
@media (max-width:40rem){.top{flex-wrap:wrap}.search{order:3;flex-basis:100%}.top nav{margin-left:auto}}
@media (max-width:40rem) and (max-height:40rem){.top{position:static}}
@media print{.top,body>footer,.tools,.pager,.buttons,.background,.skip,.go{display:none!important}main{padding:0}body{background:#fff;font-size:10pt}}
`;

export const COPY_STYLE = `
pre[data-copy]{position:relative}
.copy{position:absolute;top:.3rem;right:.3rem;min-height:0;padding:.05rem .5rem;font:.75rem/1.5 system-ui,sans-serif}
`;

export const EMPTY_STYLE = `${COPY_STYLE}
.empty{max-width:40rem;margin:3rem auto;padding:0 1rem;overflow-wrap:anywhere}
.empty h2{margin:0 0 .5rem;font-size:1.125rem}
.empty pre{padding:.7rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:8px;overflow:auto;font:.8125rem/1.5 var(--mono)}
`;
