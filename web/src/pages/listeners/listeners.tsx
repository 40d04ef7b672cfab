export const ListenersPage = () => null;
