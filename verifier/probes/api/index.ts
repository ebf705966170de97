export { createApiAgent, type ApiAgent, type ApiAgentOptions } from './agent.ts';
export type { AgentCookie } from './cookies.ts';
