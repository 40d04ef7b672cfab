/** The template that connects AWS accounts, among the files of the console. */
export const roleTemplateFile = 'role-template.json';
