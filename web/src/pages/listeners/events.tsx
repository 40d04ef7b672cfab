export const ListenerEventsPage = () => null;
