/** Style of the profile page. */
export const PROFILE_STYLE = `
.menu ul{list-style:none}
.menu li{padding:.15rem 0}
.menu label{display:block;margin-bottom:.5rem}
.menu input{width:100%}
.summary{--tone:var(--good);--tint:var(--good-wash);padding:.9rem 1.1rem;background:var(--card);border:1px solid var(--line);border-left:4px solid var(--tone);border-radius:4px 10px 10px 4px}
.summary.info{--tone:var(--number);--tint:var(--info-wash)}.summary.warning{--tone:var(--warn);--tint:var(--warn-wash)}.summary.bad{--tone:var(--bad);--tint:var(--bad-wash)}
.summary{color:var(--ink)!important}
.title{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem 1.25rem}
.title h1{margin-right:auto}
.summary h1{color:var(--tone)}
.summary h1 small{font-size:.875rem;font-weight:500}
.go{margin:0;display:flex;gap:1rem;font-size:.8125rem}
.go .none{color:var(--quiet)}
.summary .line{margin:.25rem 0 .7rem;font:.875rem/1.5 var(--mono);overflow-wrap:anywhere}
.summary .line a{color:inherit;text-decoration-color:var(--edge)}
.summary .line b{color:var(--tone)}
.summary dl{display:flex;flex-wrap:wrap;gap:.45rem 1.4rem;margin:0;font-variant-numeric:tabular-nums}
.summary dl div{min-width:0;max-width:100%}
.summary dt{font-size:.75rem;line-height:1.3;color:var(--quiet)}
.summary dd{margin:0;overflow-wrap:anywhere}
.summary small{color:var(--quiet)}
.buttons{display:flex;flex-wrap:wrap;gap:.3rem}
.buttons :is(.button,button){display:inline-block;line-height:1.25rem;text-decoration:none;color:var(--ink);border-color:transparent;background:color-mix(in srgb,var(--ink) 6%,transparent)}
.buttons :is(.button,button):hover{background:color-mix(in srgb,var(--ink) 12%,transparent)}
.buttons form{margin:0}
.buttons details.menu>:not(summary){right:0}
@media (max-width:40rem){.buttons{position:relative}.buttons details.menu{position:static}.buttons details.menu>:not(summary){left:0;right:auto}}
.findings{margin:.75rem 0 0;padding:0;list-style:none;display:grid;gap:.35rem}
.findings li{padding:.4rem .8rem;border-left:3px solid currentColor;border-radius:0 6px 6px 0;background:var(--info-wash)}
.findings .warning{background:var(--warn-wash)}.findings .bad{background:var(--bad-wash)}
.findings a{color:var(--ink);text-decoration-color:var(--edge)}
.panels{display:grid;grid-template-columns:12rem minmax(0,1fr);gap:1.5rem;margin-top:1.25rem}
.side ul{position:sticky;top:4rem;margin:0;padding:0;list-style:none}
.side a{display:flex;justify-content:space-between;gap:.5rem;align-items:center;padding:.28rem .7rem;border-radius:6px;color:var(--ink);text-decoration:none}
.side a:hover{background:color-mix(in srgb,var(--ink) 5%,transparent)}
.side [aria-current]{background:color-mix(in srgb,var(--ink) 9%,transparent);font-weight:650;box-shadow:inset 3px 0 var(--accent)}
.side .none a{color:var(--quiet)}
.side b{font-size:.75rem;font-weight:600;font-variant-numeric:tabular-nums}
.side .muted{color:var(--quiet)}
.panel{min-width:0}
.panel>h2{margin:0 0 .9rem;font-size:1.125rem;font-weight:650;letter-spacing:0;text-transform:none;color:var(--ink)}
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
@media (max-width:50rem){.panels{grid-template-columns:minmax(0,1fr);gap:1rem}.side ul{position:static;display:flex;flex-wrap:wrap;gap:.15rem}.side a{border:1px solid var(--line);padding:.2rem .6rem}.side .none a{border-color:transparent}.side [aria-current]{box-shadow:inset 0 -2px var(--accent)}}
@media print{.side{display:none}.panels{display:block}.summary{break-inside:avoid}}
`;
