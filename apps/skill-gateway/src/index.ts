export { skillGatewayService } from './app.module';
export { catalogueFiles } from './features/publish-catalogue/catalogue-files';
