/** The file name of the template that connects AWS accounts, among the console's files. */
export const roleTemplateFile = 'role-template.json';
