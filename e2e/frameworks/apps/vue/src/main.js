import { createApp } from 'vue'
import { createRouter, createWebHistory } from 'vue-router'
import About from './About.vue'
import App from './App.vue'
import Ideas from './Ideas.vue'

const router = createRouter({
  history: createWebHistory(),
  routes: [
    { path: '/', component: Ideas },
    { path: '/about', component: About },
  ],
})

createApp(App).use(router).mount('#root')
