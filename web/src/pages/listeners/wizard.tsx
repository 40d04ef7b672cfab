export const ListenerWizardPage = () => null;
