/** Where every approval belongs, for breadcrumbs and ways back. */
export const approvalList = { text: 'Approvals', to: '/approvals' };
