export const ApprovalsPage = () => null;
