/** The style of the error page, without its exceptions. */
export const ERROR_STYLE = `
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:70rem;margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem)}
header{padding-top:clamp(1.5rem,5vw,3.25rem)}
h1{margin:.3rem 0 .6rem;font-size:clamp(1.9rem,5.5vw,3rem);line-height:1.08;font-weight:680;letter-spacing:-.022em;text-wrap:balance}
header .message{margin:0;max-width:58rem;font-size:clamp(1.05rem,2.2vw,1.25rem);line-height:1.45;color:var(--accent);max-height:14em;overflow:auto}
.request{margin:0;font:.875rem/1.5 var(--mono);color:var(--quiet)}
.request b{color:var(--accent);letter-spacing:.04em}
a{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:1px}
nav{margin-top:1rem}
nav a::after{content:" →"}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
section{margin-top:2.5rem}
h2{display:flex;gap:.6rem;align-items:baseline;margin:0 0 .8rem;font-size:.8125rem;font-weight:650;letter-spacing:.08em;text-transform:uppercase;color:var(--quiet)}
.count{font-weight:500;letter-spacing:0}
.hints{margin-top:1.75rem}
.hint{padding:.8rem 1.1rem;background:var(--wash);border-left:3px solid var(--accent);border-radius:0 6px 6px 0}
.hint+.hint{margin-top:.5rem}
.hint p,.hint ul{margin:0}
.hint ul{padding:0;list-style:none}
.hint li{margin-top:.25rem;font:.875rem/1.6 var(--mono)}
table{width:100%;border-collapse:collapse;font-size:.875rem}
th{text-align:left;white-space:nowrap;font-weight:500;color:var(--quiet)}
th,td{padding:.4rem .9rem .4rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
td:last-child{width:100%;padding-right:0;overflow-wrap:anywhere}
td:not(:last-child){white-space:nowrap}
.text span,.message span{white-space:pre-wrap}
.time,.text code,.line,.headers{font-family:var(--mono);font-size:.8125rem}
.text code{display:block;color:var(--quiet);white-space:normal}
.loud .level{color:var(--accent);font-weight:650}
.warning .level{font-weight:650}
.line{margin:0 0 .8rem;font-weight:600}
.headers div{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;gap:1rem;padding:.25rem 0;border-top:1px solid var(--line)}
.headers .fact{font-weight:600}
footer{margin-top:3rem;margin-bottom:2.5rem;font-size:.8125rem;color:var(--quiet)}
@media (max-width:40rem){thead{display:none}tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}td{display:inline;padding:0 .5rem 0 0;border:0}td.text{display:block;padding-top:.15rem}.headers div{grid-template-columns:1fr;gap:0}}
@media print{body{font-size:11pt}header,main,footer{max-width:none;padding:0}nav,footer{display:none}}
`;
