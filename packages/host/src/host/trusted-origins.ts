import type { CorsConfig, CorsPathRule } from '../features/cors/cors-config.ts';
import type { HostConfig } from './config.ts';
import { needsCsrf } from '../features/session/needs-csrf.ts';

/**
 * Returns the configuration with the top-level `origins` in CORS and the hub inside the host, unless they have a list of
 * their own. A list in a feature replaces `origins` there, which narrows or extends it.
 */
export function withTrustedOrigins<Config extends HostConfig>(config: Config): Config {
  const { origins, cors, hub } = config;
  if (origins === undefined || origins.length === 0) return config;
  return {
    ...config,
    cors: trustedCors(config, cors),
    ...(hub && hub.url === undefined ? { hub: { ...hub, cors: hub.cors ?? origins } } : {}),
  };
}

// Pages of trusted origins act for the logged-in user; a path rule with its own origins chooses its own credentials.
function trustedCors(config: HostConfig, cors: CorsConfig = {}): CorsConfig {
  if (cors.origins !== undefined) return cors;
  const credentials = cors.credentials ?? needsCsrf(config);
  const paths = cors.paths?.map((rule): CorsPathRule =>
    rule.origins === undefined ? rule : { credentials: cors.credentials ?? false, ...rule },
  );
  return { ...cors, origins: config.origins!, credentials, ...(paths && { paths }) };
}
