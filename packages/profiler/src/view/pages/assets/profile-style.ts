export const PROFILE_STYLE = `
.menu ul{list-style:none}
.menu label{display:block;margin-bottom:.5rem}
.menu input{width:100%}
.summary{--tone:var(--good);padding:.75rem 1.1rem .8rem;background:var(--card);border:1px solid var(--line);border-left:5px solid var(--tone);border-radius:4px 10px 10px 4px;color:var(--ink)}
.summary.info{--tone:var(--number)}.summary.warning{--tone:var(--warn)}.summary.bad{--tone:var(--bad)}
.title{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem 1.1rem}
.title h1{min-width:0;max-width:100%;font:650 1.125rem/1.35 var(--mono);letter-spacing:0;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow-wrap:anywhere}
.title h1 b{font-weight:500;color:var(--quiet)}
.title h1 small{font-size:1em;font-weight:400;color:var(--quiet)}
.target{color:inherit;text-decoration:none}
a.target:hover{text-decoration:underline}
.outcome{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem .8rem;margin:0 auto 0 0}
.outcome strong{font-size:1.375rem;line-height:1.2;font-weight:680;font-variant-numeric:tabular-nums;letter-spacing:-.01em;white-space:nowrap}
.pill{padding:.1rem .65rem;border:1px solid transparent;border-radius:99px;font-size:.8125rem;font-weight:650;white-space:nowrap;background:var(--info-wash)}
.pill.good{background:var(--good-wash)}.pill.warning{background:var(--warn-wash)}.pill.bad{background:var(--bad-wash)}
.meta{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.3rem 1.5rem;margin-top:.4rem;font-size:.8125rem}
.meta dl{display:flex;flex-wrap:wrap;min-width:0;margin:0;font-variant-numeric:tabular-nums}
.meta dl div{display:flex;gap:.35em;min-width:0}
.meta dl div:not(:last-child)::after{content:"·";margin:0 .5em 0 .15em;color:var(--quiet)}
.meta dt{color:var(--quiet)}
.meta dd{margin:0;overflow-wrap:anywhere}
.meta b{font-weight:600}
.meta dd a{white-space:nowrap}.meta dd a+a{margin-left:.6em}
.go{margin:0 0 0 auto;display:flex;gap:.9rem;white-space:nowrap}
.go .none{color:var(--quiet)}
.buttons{display:flex;flex-wrap:wrap;gap:.3rem}
.buttons :is(.button,button),.tabs .button{display:inline-block;text-decoration:none;line-height:1.25rem;color:var(--ink);border-color:transparent;background:color-mix(in srgb,var(--ink) 6%,transparent)}
.buttons :is(.button,button):hover,.tabs .button:hover{background:color-mix(in srgb,var(--ink) 12%,transparent)}
.buttons form{margin:0}
.buttons summary.button:not([title])::after,.tabs summary::after{content:"▾";margin-left:.35em;color:var(--quiet)}
.buttons ul a{display:block;padding:.15rem 0;color:var(--ink)}
.buttons ul{min-width:10rem}
.findings{margin:.55rem 0 0;padding:.45rem 0 0;border-top:1px solid var(--line);list-style:none;overflow-wrap:anywhere}
.findings li{display:flex;gap:.6rem;padding:.12rem 0}
.findings a{color:var(--ink);text-decoration-color:var(--edge)}
details.findings{margin:.1rem 0 0;padding:0;border:0}
details.findings>summary{font-size:.8125rem;color:var(--quiet)}
details.findings ul{margin:0;padding:0}
.excerpt{margin:.55rem 0 0;padding:.45rem 0 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.excerpt q{quotes:none;font:.8125rem/1.5 var(--mono);margin-left:.4rem}
.tabs{display:flex;align-items:end;gap:.75rem;margin:.6rem 0 1rem;border-bottom:1px solid var(--line)}
.tabs>ul{display:flex;flex-wrap:wrap;flex:1;min-width:0;margin:0;padding:0;list-style:none}
.tabs>ul a{display:flex;gap:.4rem;align-items:center;padding:.45rem .75rem;border-bottom:2px solid transparent;margin-bottom:-1px;color:var(--quiet);text-decoration:none;white-space:nowrap}
.tabs>ul a:hover{color:var(--ink);background:color-mix(in srgb,var(--ink) 4%,transparent)}
.tabs>ul [aria-current]{color:var(--ink);font-weight:650;border-color:var(--accent)}
.tabs>ul b{padding:0 .4em;border-radius:99px;font-size:.75rem;line-height:1.35;font-weight:600;font-variant-numeric:tabular-nums;background:color-mix(in srgb,var(--ink) 7%,transparent)}
.tabs b.muted,.tabs b.info{color:var(--quiet)}
.tabs b.warning{background:var(--warn-wash)}.tabs b.bad{background:var(--bad-wash)}
.tabs details{margin-bottom:.3rem;white-space:nowrap}
.tabs details>div{width:min(24rem,86vw);white-space:normal}
.tabs details p{margin:0}.tabs details p+p{margin-top:.5rem}
.tabs details a{color:var(--ink)}
.panel{min-width:0}
.summary+.panel{margin-top:1rem}
.panel>h2{margin:0 0 .6rem;font-size:1rem;font-weight:650;color:var(--ink)}
.blocks .exception>h3{margin:.9rem 1.1rem .35rem}
.blocks .frames summary{padding:.5rem 1.1rem;font-size:inherit}
.blocks .exception .source{border-radius:0}
.code .source{overflow-x:auto;margin:0;padding:.5rem 0;font:.8125rem/1.65 var(--mono);background:var(--card);border:1px solid var(--line);border-radius:8px}
.code h1{margin-bottom:.75rem;overflow-wrap:anywhere}
.code h1 small{font-size:.875rem;font-weight:400;color:var(--quiet)}
.blocks .fold>summary{display:inline;color:inherit;font-size:inherit;padding:0}
.fold>summary::before{content:"▾";display:inline-block;width:1em;margin-left:-1em;color:var(--quiet)}
.fold:not([open])>summary::before{content:"▸"}
.fold:not([open])>summary::after{content:attr(data-rest);color:var(--quiet)}
.fold>div{padding-left:1.4em}
pre:has(>.copy){padding-left:1.5rem!important;position:relative}
.copy.text{right:4.2rem}
.sticky{position:sticky;top:3rem;z-index:3;display:flex;flex-wrap:wrap;align-items:center;gap:.4rem 1rem;margin:-1rem 0 .75rem;padding:.75rem 0 .5rem;background:var(--ground)}
.sticky h1{margin:0!important}
@media (max-width:50rem){.tabs{display:block}.tabs>ul{flex-wrap:nowrap;overflow-x:auto}.tabs details{margin:.4rem 0;width:fit-content}.tabs details>div{right:auto;left:0}.tabs>ul a{padding:.45rem .55rem}.go{margin-left:0}.meta dd a{white-space:normal}.buttons{position:relative}.buttons details.menu{position:static}.buttons details.menu>:not(summary){left:0;right:auto}}
@media (forced-colors:active){.pill,.tabs>ul b{border:1px solid}.tabs>ul [aria-current]{border-bottom:3px solid Highlight}}
@media print{.tabs,.buttons,.go{display:none}.summary{break-inside:avoid}}
`;
