export const ApprovalPage = () => null;
