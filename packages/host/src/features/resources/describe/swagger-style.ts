/**
 * The style sheet that follows the one of Swagger UI. It changes colors whose contrast is too low: WCAG 2.2 requires 4.5 to 1
 * for text of this size.
 */
export const STYLE = `
.swagger-ui .btn.execute { background-color: #1f66b5; border-color: #1f66b5; }
.swagger-ui .info .title small { background: #5d6470; }
.swagger-ui .info .title small.version-stamp { background: #4c6b02; }
.swagger-ui .download-contents { background: #5d6470; }
.swagger-ui .json-schema-2020-12__constraint--string { color: #000; }

html:not(.dark-mode) .swagger-ui .opblock-summary-method { color: #000; text-shadow: none; }
html:not(.dark-mode) .swagger-ui .parameter__in { color: #595959; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #595959; }
html:not(.dark-mode) .swagger-ui .info a,
html:not(.dark-mode) .swagger-ui .info .url { color: #1f66b5; }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #1b7a4b; color: #1b7a4b; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #1b7a4b; }
html:not(.dark-mode) .swagger-ui .btn.try-out__btn.cancel { border-color: #b81414; color: #b81414; }

html.dark-mode .swagger-ui .opblock .opblock-section-header .try-out__btn.cancel { border-color: #ffa3a3; color: #ffa3a3; }
html.dark-mode .swagger-ui table.headers td { color: #e4e6e6; }
html.dark-mode .swagger-ui .opblock.opblock-put .opblock-section-header { background: #6e3d27; }
`.trimStart();
