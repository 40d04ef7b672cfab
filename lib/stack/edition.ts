/** SaaS serves many organisations, which sign up; a workspace serves the one that hosts it. */
export type Edition = 'saas' | 'workspace';
