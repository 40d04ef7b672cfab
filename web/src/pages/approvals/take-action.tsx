export const TakeActionPage = () => null;
